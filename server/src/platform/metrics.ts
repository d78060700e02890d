import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** Metrics that a process counts itself, in Prometheus' format. */
export interface Metrics {
  registry: Registry
  jobs: JobMetrics
}

export interface JobMetrics {
  /** @param tenant its code; '' when the failure concerns no single tenant */
  failed(task: string, tenant: string): void
  /** A scheduled job ended without a failure. */
  kept(task: string): void
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return { registry, jobs: jobMetrics(registry) }
}

function jobMetrics(registry: Registry): JobMetrics {
  const failures = new Counter({
    name: 'trellis_job_failures_total',
    help: 'Runs of jobs that failed, by task and code of the tenant',
    labelNames: ['task', 'tenant'],
    registers: [registry],
  })
  const lastKept = new Gauge({
    name: 'trellis_schedule_last_success_timestamp_seconds',
    help: 'When this process last brought a scheduled job to its end without a failure',
    labelNames: ['task'],
    registers: [registry],
  })
  return {
    failed: (task, tenant) => failures.inc({ task, tenant }),
    kept: (task) => lastKept.setToCurrentTime({ task }),
  }
}
