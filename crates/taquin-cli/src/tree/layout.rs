//! Where the nodes of a tree go.
//!
//! Reingold and Tilford (1981): the subtrees of a node are put next to each other, as near as their outlines allow, and
//! the node in the middle above the first and the last. An outline is the leftmost and the rightmost place on each level. So no two
//! nodes come nearer than one place, no lines cross, and equal subtrees look alike.

use taquin::trace::NodeId;

/// The leftmost and the rightmost place on each level, as seen from the top of the subtree.
type Outline = Vec<(f64, f64)>;

/// The place of each node from left to right, by its number; the leftmost is at 0, neighbours are at least 1 apart. The
/// nodes come with each before its children.
pub(super) fn places(nodes: &[NodeId], children: &[Vec<NodeId>]) -> Vec<f64> {
    let mut outlines: Vec<Outline> = vec![Outline::new(); children.len()];
    // As seen from the parent.
    let mut places = vec![0.0; children.len()];
    for &id in nodes.iter().rev() {
        let mut below = Outline::new();
        for &child in &children[id] {
            let outline = std::mem::take(&mut outlines[child]);
            let overlap = |(left, right): (&(f64, f64), &(f64, f64))| left.1 - right.0 + 1.0;
            let at = below.iter().zip(&outline).map(overlap).fold(f64::NEG_INFINITY, f64::max);
            places[child] = if below.is_empty() { 0.0 } else { at };
            join(&mut below, &outline, places[child]);
        }
        let ends = [children[id].first(), children[id].last()].map(|child| child.map_or(0.0, |&c| places[c]));
        let middle = f64::midpoint(ends[0], ends[1]);
        for &child in &children[id] {
            places[child] -= middle;
        }
        let shifted = below.into_iter().map(|(left, right)| (left - middle, right - middle));
        outlines[id] = std::iter::once((0.0, 0.0)).chain(shifted).collect();
    }
    for &id in nodes {
        for &child in &children[id] {
            places[child] += places[id];
        }
    }
    let leftmost = nodes.iter().map(|&id| places[id]).fold(f64::INFINITY, f64::min);
    for &id in nodes {
        places[id] -= leftmost;
    }
    places
}

/// Puts a subtree to the right of others.
fn join(outline: &mut Outline, subtree: &[(f64, f64)], at: f64) {
    for (level, &(left, right)) in subtree.iter().enumerate() {
        match outline.get_mut(level) {
            Some(there) => there.1 = right + at,
            None => outline.push((left + at, right + at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_are_in_the_middle_and_nothing_overlaps() {
        // 0 has 1, 2, 3; 1 has 4, 5, 6; 3 has 7, 8; 5 has 9.
        let mut children: Vec<Vec<NodeId>> = vec![Vec::new(); 10];
        children[0] = vec![1, 2, 3];
        children[1] = vec![4, 5, 6];
        children[3] = vec![7, 8];
        children[5] = vec![9];
        let nodes: Vec<NodeId> = (0..10).collect();
        let places = places(&nodes, &children);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        for &id in nodes.iter().filter(|&&id| !children[id].is_empty()) {
            let (first, last) = (children[id][0], children[id][children[id].len() - 1]);
            assert!(near(places[id], f64::midpoint(places[first], places[last])), "{places:?}");
        }
        for level in [&[1, 2, 3][..], &[4, 5, 6, 7, 8]] {
            assert!(
                level.windows(2).all(|pair| places[pair[1]] - places[pair[0]] > 1.0 - 1e-9),
                "{places:?}"
            );
        }
        assert!(near(nodes.iter().map(|&id| places[id]).fold(f64::INFINITY, f64::min), 0.0));
    }
}
