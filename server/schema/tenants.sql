-- Returns the zone if this database knows it, else null. Browsers know time zones that the database may not (Debian has
-- old names in a separate package), and filtering a list by days of such a zone would fail.
create or replace function known_time_zone(zone text) returns text language plpgsql stable as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return null;
end $$;
