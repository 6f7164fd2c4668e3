//! The queries that give whole lists, beside a copy of as many bytes. Both lists are made before their length is taken:
//! a compiler that sees that nobody reads them leaves them out.

macro_rules! list {
    ($name:ident, $count:ident, $words:literal, |$s:ident| $length:expr) => {
        pub mod $name {
            use std::{hint::black_box, sync::Arc};

            use cellgraph::engine::query;

            use crate::cells::{Cell, ops::Work};

            pub fn work(cell: &Cell) -> Work {
                let s = Arc::clone(&cell.snapshot);
                let list = move || {
                    let $s = &s;
                    $length.len() as u64
                };
                // Once before anything is measured: what an allocation takes hangs on what was given back before, and that is what
                // loading a snapshot left.
                list();
                Work::new(1, list)
            }

            /// The result is a list of rows of this many words.
            pub fn limit(cell: &Cell) -> Work {
                let rows = vec![[1_u64; $words]; cell.snapshot.$count()];
                Work::new(1, move || black_box(rows.clone()).len() as u64)
            }
        }
    };
}

list!(get_all_positions, position_count, 5, |s| black_box(query::get_all_positions(s)));
list!(get_all_tools, tool_count, 6, |s| black_box(query::get_all_tools(s)));
list!(get_all_routines, routine_count, 6, |s| black_box(query::get_all_routines(s)));
list!(get_tool_locations, tool_count, 4, |s| black_box(query::get_tool_locations(s).0));
