-- Its block of numbers could contain one that another order took meanwhile. `next_order_numbers` takes each by itself.
drop function next_order_number(int, int);
