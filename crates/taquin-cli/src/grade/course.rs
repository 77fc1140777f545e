//! The courses and judges whose programs Taquin can grade: those with a dialect.

use taquin::notation::{Assignment, Dialect, InputForm, Style};
use taquin::{Goal, GoalKind, Size};

/// A course or judge: a style with its dialect, which has all that is asked.
#[derive(Clone, Copy)]
pub(crate) struct Course {
    pub(crate) style: Style,
    pub(crate) dialect: &'static Dialect,
}

impl Course {
    /// Returns all of them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Style::ALL.into_iter().filter_map(|style| Some(Self { style, dialect: style.dialect()? }))
    }

    /// Returns the one with this name, or else with a style of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let by_style = || Self::all().find(|course| course.style.name() == name);
        Self::all().find(|course| course.name() == name).or_else(by_style)
    }

    /// Returns its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        self.assignment().name.unwrap_or(self.style.name())
    }

    pub(crate) fn assignment(self) -> &'static Assignment {
        &self.dialect.assignment
    }

    /// Returns the goal of its boards.
    pub(crate) fn goal(self) -> &'static GoalKind {
        self.assignment().goal.unwrap_or(&self.dialect.goal)
    }

    /// Rejects boards and goals that its form of input has no place for.
    pub(super) fn check(self, size: Size, goal: &Goal) -> Result<(), String> {
        let name = self.name();
        if self.assignment().has_square_boards && size.rows() != size.cols() {
            return Err(format!("boards of the course {name} are square, and this one is {size}"));
        }
        if self.dialect.input == InputForm::NI && *goal != Goal::blank_at(size, goal.blank()) {
            return Err(format!("the course {name} has the tiles of its goal in order: remove --goal"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::BoardSet;
    use taquin::Board;

    #[test]
    fn boards_have_the_form_of_the_course() {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        let format = |name| Course::named(name).expect("a course").dialect.format_board(&board, &goal);
        assert_eq!(format("princeton"), "3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n");
        assert_eq!(format("iowa"), "0 1 3\n4 2 5\n7 8 6\n");
    }

    #[test]
    fn courses_have_names_and_boards() {
        for course in Course::all() {
            assert_eq!(Course::named(course.name()).expect("a course").style, course.style);
            assert!(BoardSet::named(course.assignment().boards).is_some(), "{}", course.name());
        }
    }
}
