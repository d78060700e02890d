import { columnWidth, type Layout, type Placed, rowHeight } from './layout.ts'

/** The position of the map in its frame: a map coordinate `p` is drawn at `x + scale · p`. */
export interface View {
  x: number
  y: number
  scale: number
}

/** The size of the frame in pixels. */
export interface Frame {
  width: number
  height: number
}

export const smallestScale = 0.12
export const largestScale = 2
/** Names keep their size on screen; below this scale their rows would stand too close. */
export const leastScale = 0.6
/** Minimum distance in pixels between the map's outermost account centres and the frame. */
const margin = 40

const between = (low: number, value: number, high: number) => Math.max(low, Math.min(high, value))

/** Zooms by a factor around a point of the frame, which stays in place. */
export function zoomed(view: View, factor: number, at: { x: number; y: number }): View {
  const scale = between(smallestScale, view.scale * factor, largestScale)
  const ratio = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }
}

/**
 * Limits the view so that the frame does not show more empty space than necessary; the lower right end of the
 * map may be moved to the middle.
 */
export function held(view: View, layout: Layout, frame: Frame): View {
  const along = (offset: number, size: number, room: number) =>
    between(Math.min(margin, room - size - Math.max(margin, room / 2)), offset, Math.max(margin, room - size - margin))
  return {
    scale: view.scale,
    x: along(view.x, layout.width * view.scale, frame.width),
    y: along(view.y, layout.height * view.scale, frame.height),
  }
}

/** Shows the whole map if it stays readable; otherwise its beginning at the smallest readable scale. */
export function fitted(layout: Layout, frame: Frame, least = leastScale): View {
  const width = (frame.width - 2 * margin) / layout.width
  const height = (frame.height - 2 * margin) / Math.max(layout.height, 1)
  const scale = between(smallestScale, Math.max(least, Math.min(width, height)), 1)
  const room = frame.height - layout.height * scale
  return { scale, x: margin, y: Math.max(margin, Math.min(room / 2, 120)) }
}

/** Moves the view as little as possible to show an account with its name. */
export function revealed(view: View, { x, y }: Placed, frame: Frame): View {
  const { scale } = view
  const [left, right] = [view.x + x * scale - margin, view.x + (x + columnWidth - 60) * scale + margin]
  const [top, bottom] = [view.y + y * scale - rowHeight, view.y + y * scale + rowHeight]
  const shift = (low: number, high: number, room: number) =>
    low < 0 || high - low > room ? -low : high > room ? room - high : 0
  return { scale, x: view.x + shift(left, right, frame.width), y: view.y + shift(top, bottom, frame.height) }
}

/** Centres an account at a readable scale. */
export function centred(view: View, { x, y }: Placed, frame: Frame): View {
  const scale = Math.max(view.scale, 0.9)
  return { scale, x: frame.width / 2 - (x + columnWidth / 3) * scale, y: frame.height / 2 - y * scale }
}

/** A rectangle of the map. */
export interface Part {
  left: number
  right: number
  top: number
  bottom: number
}

/** The part of the map inside the frame, extended by `beyond` times the frame on each side. */
export function partOf({ x, y, scale }: View, { width, height }: Frame, beyond = 0): Part {
  return {
    left: (-x - beyond * width) / scale,
    right: (-x + (1 + beyond) * width) / scale,
    top: (-y - beyond * height) / scale,
    bottom: (-y + (1 + beyond) * height) / scale,
  }
}

export const isInside = (inner: Part, outer: Part): boolean =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom

/** Interpolates between two views, `done` from 0 to 1, with ease-out. */
export function onTheWay(from: View, to: View, done: number): View {
  const part = 1 - (1 - done) ** 3
  const mix = (a: number, b: number) => a + (b - a) * part
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale) }
}
