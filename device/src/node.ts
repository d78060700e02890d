export { fileStorage } from './file-storage.ts'
export { proxyFetch } from './proxy-fetch.ts'
