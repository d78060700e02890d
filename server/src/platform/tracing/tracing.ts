import { AsyncLocalStorage } from 'node:async_hooks'

/* Traces (decision 175). Nothing here knows OpenTelemetry, which is loaded only where traces are sent. */

export type Attributes = Record<string, string | number | boolean | undefined>

export interface Span {
  readonly traceId: string
  /** For the header `traceparent` (W3C Trace Context). */
  readonly traceparent: string
  set(attributes: Attributes): void
  /** Its code or class only: a message may quote what somebody typed. */
  fail(error: unknown): void
  end(): void
}

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: Attributes
  /** A `traceparent` of somebody else whose trace goes on here. */
  remote?: string | undefined
  /** A `traceparent` of what caused it, in another trace. */
  link?: string | undefined
}

export interface Tracer {
  begin(name: string, options: SpanOptions, parent: Span | undefined): Span
  /** Sends what has ended. */
  end(): Promise<void>
}

let tracer: Tracer | undefined
/** The span in which something happens. Made only where traces are sent, because following each callback costs time. */
let happening: AsyncLocalStorage<Span> | undefined

/** From now on spans are made. Before databases and servers are opened. */
export function startTracing(by: Tracer): void {
  tracer = by
  happening = new AsyncLocalStorage()
}

export const isTracing = (): boolean => tracer !== undefined
export const currentSpan = (): Span | undefined => happening?.getStore()

/** A span of its own, or a part of what happens now, as the calls of a batch are. Undefined where there are no traces. */
export const beginRoot = (name: string, options: SpanOptions): Span | undefined =>
  tracer?.begin(name, options, currentSpan())

export const within = <T>(span: Span | undefined, work: () => T): T =>
  span && happening ? happening.run(span, work) : work()

/** A part of what happens now; undefined outside of a trace. */
export function beginPart(name: () => string, options: () => SpanOptions): Span | undefined {
  const parent = currentSpan()
  return parent && tracer?.begin(name(), options(), parent)
}

/** Does the work in its own span, a part of what happens now. */
export const traced = <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> =>
  during(
    beginPart(
      () => name,
      () => options,
    ),
    work,
  )

/** Does the work within the span, which ends with it. */
export const during = <T>(span: Span | undefined, work: () => Promise<T>): Promise<T> =>
  span === undefined ? work() : ended(span, within(span, work))

async function ended<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/** Longer texts say no more in a trace, and a trace is sent as a whole. */
const longestText = 2_000

/** Follows a statement by its text, which has places for values and no values. */
export function tracedStatement<T>(text: string, asked: () => Promise<T>): Promise<T> {
  const span = beginPart(
    () => summaryOf(text),
    () => ({
      kind: 'client',
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestText) },
    }),
  )
  // Nothing happens within it: what it leaves behind comes from what is around it.
  return span === undefined ? asked() : ended(span, asked())
}

/** What a statement does, and to what: `select orders`. */
export function summaryOf(text: string): string {
  const words = text.replace(/--[^\n]*/g, ' ').trim()
  const verb = /^\w+/.exec(words)?.[0].toLowerCase() ?? 'statement'
  const target = /\b(?:from|into|update)\s+(?:only\s+)?([a-z_][\w.]*)/i.exec(words)?.[1]
  const called = /^select\s+([a-z_][\w.]*)\s*\(/i.exec(words)?.[1]
  const of = called ?? target
  return of === undefined ? verb : `${verb} ${of.toLowerCase()}`
}
