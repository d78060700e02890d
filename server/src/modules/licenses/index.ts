export { createLicenses } from './create-licenses.ts'
export { devicesRoutes } from './device-routes.ts'
export { licensesRoutes } from './routes.ts'
export { activateDevice, releaseDevice } from './seats.ts'
