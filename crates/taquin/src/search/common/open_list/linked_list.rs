//! OPEN as the ordered circular doubly-linked list with a dummy head that Iowa State's course prescribes.
//!
//! Links are indices, since this is safe Rust. Node `i` of the tree has link `i + 1`. Link 0 is the dummy
//! head, whose neighbors are the first and the last node, or itself if the list is empty; so no operation
//! has a special case.

use super::{NodeId, OpenKey, OpenList};

pub(in crate::search) struct LinkedList {
    links: Vec<Link>,
}

#[derive(Clone, Copy)]
struct Link {
    next: u32,
    previous: u32,
    key: OpenKey,
}

const HEAD: u32 = 0;

impl Default for LinkedList {
    fn default() -> Self {
        let key = OpenKey { cost: u32::MAX, estimate: u32::MAX };
        Self { links: vec![Link { next: HEAD, previous: HEAD, key }] }
    }
}

impl LinkedList {
    fn at(&mut self, link: u32) -> &mut Link {
        &mut self.links[link as usize]
    }
}

impl OpenList for LinkedList {
    fn insert(&mut self, id: NodeId, key: OpenKey) {
        let new = id + 1;
        if self.links.len() <= new as usize {
            let unlinked = self.links[HEAD as usize];
            self.links.resize(new as usize + 1, unlinked);
        }
        // Insert before the first node whose key is not smaller. The head's key is the maximum, so the loop
        // ends.
        let mut next = self.at(HEAD).next;
        while self.at(next).key < key {
            next = self.at(next).next;
        }
        let previous = self.at(next).previous;
        *self.at(new) = Link { next, previous, key };
        self.at(previous).next = new;
        self.at(next).previous = new;
    }

    fn remove(&mut self, id: NodeId, _key: OpenKey) {
        let Link { next, previous, .. } = *self.at(id + 1);
        self.at(previous).next = next;
        self.at(next).previous = previous;
    }

    fn pop(&mut self) -> Option<(NodeId, OpenKey)> {
        let first = self.at(HEAD).next;
        if first == HEAD {
            return None;
        }
        let key = self.at(first).key;
        self.remove(first - 1, key);
        Some((first - 1, key))
    }

    fn find(&self, is_match: &mut dyn FnMut(NodeId) -> bool) -> Option<NodeId> {
        let mut link = self.links[HEAD as usize].next;
        while link != HEAD {
            if is_match(link - 1) {
                return Some(link - 1);
            }
            link = self.links[link as usize].next;
        }
        None
    }

    fn bytes(&self) -> usize {
        self.links.capacity() * size_of::<Link>()
    }

    fn growth(&self) -> usize {
        if self.links.capacity() - self.links.len() < 4 { self.bytes() } else { 0 }
    }
}
