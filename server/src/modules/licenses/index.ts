export { createLicenses } from './create-licenses.ts'
export { type DevicesMeans, devicesRoutes } from './device-routes.ts'
export { licensesRoutes } from './routes.ts'
export { activateDevice, type DeviceKey, type LeaseFacts, releaseDevice } from './seats.ts'
