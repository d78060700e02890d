-- Jobs with a priority. Within the workers that a task has, the lowest number goes first, then the oldest.
drop function enqueue(text, jsonb, text, timestamptz, int);
create function enqueue(
  task text, payload jsonb, job_key text default null, run_at timestamptz default null, max_attempts int default 25,
  priority int default 0
) returns void language sql security definer set search_path = pg_catalog, graphile_worker
  as $$
    select graphile_worker.add_job(
      task, payload::json, job_key := job_key, run_at := run_at, max_attempts := max_attempts, priority := priority)
  $$;

-- Jobs whose process died are taken up again by the queue itself only after four hours. For tasks that never take long,
-- this gives back what somebody has held for longer than they may take. Each job may run twice anyway.
create function release_abandoned_jobs(tasks text[], patience interval) returns void
  language sql security definer set search_path = pg_catalog, graphile_worker
  as $$
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs
      where task_identifier = any(tasks) and locked_at < now() - patience))
    where exists (
      select from graphile_worker.jobs where task_identifier = any(tasks) and locked_at < now() - patience)
  $$;

-- Jobs that were given up, and those of dead processes that a newer job with their key replaced, stay in the queue for ever.
create function forget_dead_jobs(age interval) returns void
  language sql security definer set search_path = pg_catalog, graphile_worker
  as $$
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and updated_at < now() - age order by id limit 5000))
  $$;

-- For the metrics: jobs that could run right now, how many of them (or of those given up) failed at their last try, and
-- for how many seconds the oldest has been waiting.
create function queue_figures() returns table (task text, waiting bigint, failing bigint, oldest_seconds float8)
  language sql stable security definer set search_path = pg_catalog, graphile_worker
  as $$
    select t.identifier,
           count(j.id) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()),
           count(j.id) filter (where j.locked_at is null and j.last_error is not null),
           coalesce(extract(epoch from now() - min(j.run_at) filter (
             where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now())), 0)::float8
    from graphile_worker._private_tasks t left join graphile_worker._private_jobs j on j.task_id = t.id
    group by t.identifier
  $$;
