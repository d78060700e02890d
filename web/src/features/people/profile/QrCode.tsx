import { useEffect, useState } from 'react'
import { Text } from '../../../ui/layout.tsx'

/** Size in pixels (rules V15). */
const pixels = 200

/** Width of the white border that scanners need, in modules. */
const quiet = 4

interface QrCodeProps {
  text: string
  /** Alternative text for users who cannot scan it. */
  label: string
  /** Shown instead when the drawing code could not be loaded. */
  failed: string
}

/** A QR code, black on white in both themes. The drawing code is loaded when the first one is shown. */
export function QrCode({ text, label, failed }: QrCodeProps) {
  const [drawn, setDrawn] = useState<{ size: number; path: string } | 'failed' | null>(null)
  useEffect(() => {
    let isCurrent = true
    draw(text).then(
      (drawing) => isCurrent && setDrawn(drawing),
      () => isCurrent && setDrawn('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  if (drawn === 'failed') return <Text kind="quiet">{failed}</Text>
  const side = (drawn?.size ?? 0) + 2 * quiet
  return (
    <svg
      style={{ flex: 'none', border: '1px solid var(--ui-line)', borderRadius: 'var(--mantine-radius-md)' }}
      width={pixels}
      height={pixels}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      aria-busy={drawn === null}
    >
      <rect width={side} height={side} fill="#fff" />
      {drawn && <path d={drawn.path} fill="#000" />}
    </svg>
  )
}

async function draw(text: string): Promise<{ size: number; path: string }> {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'H' })
  let path = ''
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) path += `M${column + quiet} ${row + quiet}h1v1h-1z`
    }
  }
  return { size: modules.size, path }
}
