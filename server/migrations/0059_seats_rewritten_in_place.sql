-- A contact of a device rewrites its row of license_seats. Room in each page lets the new version stay in the page, without
-- new index entries, and the page is cleaned at its next use (HOT). For rows of existing pages it takes effect as they
-- are rewritten.
alter table license_seats set (fillfactor = 80);
