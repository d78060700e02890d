-- Browsers know time zones that this database may not (Debian keeps old names in a package of their own), and a list
-- filtered by days of such a zone could not be read. Null for a zone that is not known here.
create or replace function known_time_zone(zone text) returns text language plpgsql stable as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return null;
end $$;
