export { approvalRulesRoutes, delegationsRoutes } from './routes.ts'
export { checkSigned, isSigned, personOf, readStanding, rulesOn, sign, withdraw } from './standing.ts'
