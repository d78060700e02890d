import type { PublicPath } from '../app/places.ts'

export const PublicApp = ({ screen }: { screen: PublicPath }) => <p>{screen}</p>
