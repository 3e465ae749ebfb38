-- New goods come last in the display order: each of them asks for the largest position.
create index goods_by_position on goods (position);
