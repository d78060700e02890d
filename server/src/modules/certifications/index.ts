export { certificationsJobs } from './remind.ts'
export { certificationsRoutes } from './routes.ts'
export { seedCertificates } from './seed-certificates.ts'
