import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/** Browser features that no screen uses; only writing to the clipboard is allowed. */
const permissionsPolicy =
  'accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope hid magnetometer microphone midi payment screen-wake-lock serial usb xr-spatial-tracking'
    .split(' ')
    .map((feature) => `${feature}=()`)
    .join(', ')

/**
 * The headers that protect every answer, the same for all: helmet sets them once, when the server starts, and not anew for
 * each request.
 */
export function securityHeaders(https: boolean): Record<string, string> {
  const headers: Record<string, string> = { 'permissions-policy': permissionsPolicy }
  const answer = {
    setHeader: (name: string, value: unknown) => {
      headers[name.toLowerCase()] = String(value)
    },
    removeHeader: () => undefined,
  }
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The page adds its own nonce (web.ts).
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: https,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  protect({} as IncomingMessage, answer as unknown as ServerResponse, () => undefined)
  return headers
}
