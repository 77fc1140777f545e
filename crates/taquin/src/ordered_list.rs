//! The ordered circular doubly-linked list that Iowa State's course prescribes for OPEN and CLOSED.
//!
//! A dummy head links to the first and the last element, or to itself if the list is empty, so that no operation has a
//! special case. Links are indices, since this is safe Rust. Adding, finding and removing traverse the list.

use std::cmp::Ordering;

/// A list that is always in order, with a dummy head.
///
/// The course's OPEN is ordered by cost, and its CLOSED by the tiles of the boards:
///
/// ```
/// use taquin::{Board, ordered_list::OrderedList};
/// let mut closed: OrderedList<Board> = OrderedList::new(Board::cmp);
/// for text in ["2 1/3 0", "1 2/3 0", "1 2/0 3"] {
///     closed.add(text.parse()?);
/// }
/// let lines: Vec<String> = closed.iter().map(Board::to_line).collect();
/// assert_eq!(lines, ["1 2/0 3", "1 2/3 0", "2 1/3 0"]);
/// assert!(closed.find(&"1 2/3 0".parse()?).is_some());
/// assert!(closed.remove(&"1 2/3 0".parse()?).is_some() && closed.len() == 2);
/// # Ok::<(), taquin::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OrderedList<T, C = fn(&T, &T) -> Ordering> {
    compare: C,
    /// The links; the first is the head, which has no element.
    links: Vec<Link<T>>,
    /// Links without an element, to be reused.
    unused: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Link<T> {
    element: Option<T>,
    next: usize,
    previous: usize,
}

const HEAD: usize = 0;

impl<T, C: Fn(&T, &T) -> Ordering> OrderedList<T, C> {
    /// Creates an empty list with this order.
    pub fn new(compare: C) -> Self {
        Self { compare, links: vec![Link { element: None, next: HEAD, previous: HEAD }], unused: Vec::new() }
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.links.len() - 1 - self.unused.len()
    }

    /// Returns true if the list has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an element at its place: before the first one that is not smaller. So the newest of equal ones comes first.
    pub fn add(&mut self, element: T) {
        let next = self.first_not_smaller(&element);
        let previous = self.links[next].previous;
        let link = Link { element: Some(element), next, previous };
        let new = if let Some(unused) = self.unused.pop() {
            self.links[unused] = link;
            unused
        } else {
            self.links.push(link);
            self.links.len() - 1
        };
        self.links[previous].next = new;
        self.links[next].previous = new;
    }

    /// Returns the first element that is equal in this order.
    pub fn find(&self, element: &T) -> Option<&T> {
        let found = self.links[self.first_not_smaller(element)].element.as_ref();
        found.filter(|found| (self.compare)(found, element) == Ordering::Equal)
    }

    /// Removes the first element that is equal in this order, and returns it.
    pub fn remove(&mut self, element: &T) -> Option<T> {
        let link = self.first_not_smaller(element);
        let is_equal = |found: &T| (self.compare)(found, element) == Ordering::Equal;
        self.links[link].element.as_ref().is_some_and(is_equal).then(|| self.unlink(link))?
    }

    /// Removes the first element that a function accepts, and returns it.
    pub fn remove_if(&mut self, mut is_match: impl FnMut(&T) -> bool) -> Option<T> {
        let mut link = self.links[HEAD].next;
        while let Some(element) = &self.links[link].element {
            if is_match(element) {
                return self.unlink(link);
            }
            link = self.links[link].next;
        }
        None
    }

    /// Removes the first element and returns it.
    pub fn remove_first(&mut self) -> Option<T> {
        self.remove_if(|_| true)
    }

    /// Iterates over the elements from the first to the last.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.walk(|link| link.next)
    }

    /// Iterates over the elements from the last to the first.
    pub fn iter_back(&self) -> impl Iterator<Item = &T> {
        self.walk(|link| link.previous)
    }

    /// Returns the number of bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.links.capacity() * size_of::<Link<T>>() + self.unused.capacity() * size_of::<usize>()
    }

    /// Returns an upper bound on the bytes that the next few elements add at the peak, when the links are copied.
    pub(crate) fn growth(&self) -> usize {
        if self.links.capacity() - self.links.len() < 4 { self.bytes() } else { 0 }
    }

    fn walk(&self, next: impl Fn(&Link<T>) -> usize) -> impl Iterator<Item = &T> {
        let mut link = HEAD;
        std::iter::from_fn(move || {
            link = next(&self.links[link]);
            self.links[link].element.as_ref()
        })
    }

    /// Returns the link of the first element that is not smaller, or the head.
    fn first_not_smaller(&self, element: &T) -> usize {
        let mut link = self.links[HEAD].next;
        while self.links[link].element.as_ref().is_some_and(|other| (self.compare)(other, element).is_lt()) {
            link = self.links[link].next;
        }
        link
    }

    fn unlink(&mut self, link: usize) -> Option<T> {
        let Link { next, previous, .. } = self.links[link];
        self.links[previous].next = next;
        self.links[next].previous = previous;
        self.unused.push(link);
        self.links[link].element.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn list_agrees_with_a_sorted_vector(script in prop::collection::vec((0..4u8, 0..12u32), 0..200)) {
            let mut list: OrderedList<u32> = OrderedList::new(u32::cmp);
            let mut sorted: Vec<u32> = Vec::new();
            for (action, number) in script {
                let place = sorted.partition_point(|&other| other < number);
                let is_there = sorted.get(place) == Some(&number);
                match action {
                    0 => {
                        let removed = is_there.then(|| sorted.remove(place));
                        prop_assert_eq!(list.remove(&number), removed);
                    }
                    1 => {
                        let first = (!sorted.is_empty()).then(|| sorted.remove(0));
                        prop_assert_eq!(list.remove_first(), first);
                    }
                    _ => {
                        sorted.insert(place, number);
                        list.add(number);
                    }
                }
                prop_assert_eq!(list.find(&number).is_some(), sorted.contains(&number));
                prop_assert_eq!(list.len(), sorted.len());
            }
            prop_assert!(list.iter().eq(sorted.iter()));
            prop_assert!(list.iter_back().eq(sorted.iter().rev()));
        }
    }

    #[test]
    fn newest_of_equal_elements_comes_first() {
        let mut list: OrderedList<(u32, char)> = OrderedList::new(|a, b| a.0.cmp(&b.0));
        for letter in ['a', 'b', 'c'] {
            list.add((1, letter));
        }
        list.add((0, 'd'));
        assert!(list.iter().map(|element| element.1).eq("dcba".chars()));
        assert_eq!(list.remove_if(|element| element.1 == 'b'), Some((1, 'b')));
        assert!(list.iter_back().map(|element| element.1).eq("acd".chars()));
    }
}
