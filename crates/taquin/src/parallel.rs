//! Rayon's parallel iterators; sequential ones without the feature `threads`.

#[cfg(feature = "threads")]
pub(crate) use rayon::prelude;

#[cfg(not(feature = "threads"))]
pub(crate) mod prelude {
    pub(crate) trait IntoParallelIterator: IntoIterator + Sized {
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<I: IntoIterator> IntoParallelIterator for I {}

    pub(crate) trait IntoParallelRefMutIterator<T> {
        fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T>;
    }

    impl<T> IntoParallelRefMutIterator<T> for [T] {
        fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
            self.iter_mut()
        }
    }
}
