import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Span, SpanOptions, Tracer } from './tracing.ts'

export interface TraceOptions {
  /** Of OTLP over HTTP, without `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** The share of traces that are sent. */
  ratio: number
}

/** Milliseconds that the end waits for what is still to be sent. */
const patience = 2_000

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/**
 * Sends spans by OTLP over HTTP, in batches beside everything else; what a receiver does not take in time is dropped. `say` hears of
 * that.
 */
export function openTracer(
  { endpoint, headers, serviceName, ratio }: TraceOptions,
  { version, say }: { version: string; say(problem: string): void },
): Tracer {
  const quiet = () => undefined
  diag.setLogger(
    { error: (problem) => say(problem), warn: quiet, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    // By the id alone: whoever calls does not decide what is sent.
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const by = provider.getTracer('trellis', version)
  const contexts = new WeakMap<Span, Context>()

  return {
    begin(name, { kind, attributes = {}, remote, link }, parent) {
      const context = (parent && contexts.get(parent)) ?? contextOf(remote)
      const cause = spanContextOf(link)
      const options = { kind: kinds[kind], attributes, ...(cause && { links: [{ context: cause }] }) }
      const own = by.startSpan(name, options, context)
      const { traceId, spanId, traceFlags } = own.spanContext()
      const span: Span = {
        traceId,
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
        set: (more) => void own.setAttributes(more),
        fail(error) {
          const { code, name = 'Error' } = error as { code?: unknown; name?: string }
          own.setAttribute('error.type', typeof code === 'string' ? code : name)
          own.setStatus({ code: SpanStatusCode.ERROR })
        },
        end: () => own.end(),
      }
      contexts.set(span, trace.setSpan(ROOT_CONTEXT, own))
      return span
    },
    async end() {
      // A receiver that is away holds up no stop: it is asked again and again for longer.
      const late = sleep(patience, 'it did not answer in time', { ref: false })
      const problem = await Promise.race([provider.shutdown().catch((error: Error) => error.message), late])
      if (problem) say(problem)
    },
  }
}

const contextOf = (traceparent: SpanOptions['remote']): Context => {
  const given = spanContextOf(traceparent)
  return given ? trace.setSpanContext(ROOT_CONTEXT, given) : ROOT_CONTEXT
}

/** W3C Trace Context, version 00; undefined for anything else. */
function spanContextOf(traceparent: string | undefined) {
  const [, traceId = '', spanId = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent ?? '') ?? []
  // Whether it is sent is decided here.
  const context = { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true }
  return isSpanContextValid(context) ? context : undefined
}
