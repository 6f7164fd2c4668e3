//! All-pairs next hops of the core, in the smallest encoding that is quick to walk. See the head of `routes.rs`.

use super::super::encoding::{DIRECT, NO_HOP, PACKED};
use super::{Core, IndexedParallelIterator, NONE_ID, ParallelIterator, ParallelSliceMut, Scratch};

/// Entries of 2 bytes up to this many bytes in all; above it, bits.
const DIRECT_BYTES_MAX: usize = 1_600_000;
/// One next-hop table, its lists named as in [`super::Tables`].
#[derive(Default)]
pub(super) struct Hops {
    /// Empty: there is no table. Else kind, bits of an entry, bytes of a row, wide columns.
    pub(super) shape: Vec<u32>,
    pub(super) direct: Vec<u16>,
    pub(super) packed: Vec<u8>,
    pub(super) neighbours: Vec<u16>,
    pub(super) wide_of: Vec<u16>,
    pub(super) wide: Vec<u16>,
}

/// The table, where one fits `bytes`; `search` fills the scratch's `number` for a target.
pub(super) fn prepare(core: &Core, bytes: usize, search: impl Fn(u32, &mut Scratch) + Sync) -> Hops {
    let nodes = core.len();
    let direct_bytes = nodes * nodes * 2;
    if direct_bytes <= DIRECT_BYTES_MAX.min(bytes) {
        return direct(core, search);
    }
    for bits in [4, 2] {
        let row_bytes = (nodes * bits).div_ceil(8);
        let wide: Vec<u32> = (0..nodes as u32).filter(|&node| core.out(node as usize).len() > 1 << bits).collect();
        if nodes < usize::from(NO_HOP) && nodes * (row_bytes + wide.len() * 2) <= bytes {
            return packed(core, bits, row_bytes, &wide, search);
        }
    }
    Hops::default()
}

fn direct(core: &Core, search: impl Fn(u32, &mut Scratch) + Sync) -> Hops {
    let nodes = core.len();
    let mut direct = vec![NO_HOP; nodes * nodes];
    direct.par_chunks_mut(nodes.max(1)).enumerate().for_each_init(Scratch::default, |scratch, (target, row)| {
        search(target as u32, scratch);
        for (from, entry) in row.iter_mut().enumerate() {
            *entry = hop(core, from, scratch.number[from]);
        }
    });
    Hops { shape: vec![DIRECT, 16, (nodes * 2) as u32, 0], direct, ..Hops::default() }
}

fn packed(core: &Core, bits: usize, row_bytes: usize, wide: &[u32], search: impl Fn(u32, &mut Scratch) + Sync) -> Hops {
    let nodes = core.len();
    let stride = 1 << bits;
    let mut neighbours = vec![NO_HOP; nodes * stride];
    let mut wide_of = vec![NO_HOP; nodes];
    for (column, &node) in wide.iter().enumerate() {
        wide_of[node as usize] = column as u16;
    }
    for (node, slots) in neighbours.chunks_mut(stride).enumerate() {
        if wide_of[node] == NO_HOP {
            slots.iter_mut().zip(core.out(node)).for_each(|(slot, &to)| *slot = to as u16);
        }
    }
    let mut packed = vec![0_u8; nodes * row_bytes];
    let mut wide_hops = vec![NO_HOP; nodes * wide.len()];
    let rows = packed.par_chunks_mut(row_bytes).zip(wide_rows(&mut wide_hops, wide.len(), nodes));
    rows.enumerate().for_each_init(Scratch::default, |scratch, (target, (row, wide_row))| {
        search(target as u32, scratch);
        for from in 0..nodes {
            // Where nothing leads to the target, a number without a neighbour behind it, if the bits have one to spare.
            let number = scratch.number[from].min(core.out(from).len() as u32) as usize & (stride - 1);
            row[from * bits / 8] |= (number << (from * bits % 8)) as u8;
        }
        for (slot, &node) in wide_row.iter_mut().zip(wide) {
            *slot = hop(core, node as usize, scratch.number[node as usize]);
        }
    });
    let shape = vec![PACKED, bits as u32, row_bytes as u32, wide.len() as u32];
    Hops { shape, packed, neighbours, wide_of, wide: wide_hops, direct: Vec::new() }
}

/// One row for each target, empty ones where there are no columns.
fn wide_rows(wide: &mut [u16], columns: usize, nodes: usize) -> impl IndexedParallelIterator<Item = &mut [u16]> {
    let mut rest = wide;
    let rows: Vec<&mut [u16]> = (0..nodes)
        .map(|_| {
            let (row, behind) = std::mem::take(&mut rest).split_at_mut(columns);
            rest = behind;
            row
        })
        .collect();
    rayon::iter::IntoParallelIterator::into_par_iter(rows)
}

fn hop(core: &Core, from: usize, number: u32) -> u16 {
    if number == NONE_ID { NO_HOP } else { core.out(from)[number as usize] as u16 }
}
