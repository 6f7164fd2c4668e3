//! Ascending lists of ids: what several of them share.

/// The ids that are in every list. The shortest is walked, so that the cost is its length.
pub(super) fn intersect(mut lists: Vec<&[u32]>) -> Vec<u32> {
    lists.sort_by_key(|list| list.len());
    let mut lists = lists.into_iter();
    let Some(mut common) = lists.next().map(<[u32]>::to_vec) else { return Vec::new() };
    for list in lists {
        common.retain(|id| list.binary_search(id).is_ok());
    }
    common
}

/// The one item, where there is exactly one.
pub(super) fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.next().is_none().then_some(first)
}

/// The ids that come most often, ascending.
pub(super) fn most_named(mut ids: Vec<u32>) -> Vec<u32> {
    ids.sort_unstable();
    let counts: Vec<(usize, u32)> = ids.chunk_by(|a, b| a == b).map(|same| (same.len(), same[0])).collect();
    let most = counts.iter().map(|(count, _)| *count).max().unwrap_or(0);
    counts.into_iter().filter(|(count, _)| *count == most).map(|(_, id)| id).collect()
}
