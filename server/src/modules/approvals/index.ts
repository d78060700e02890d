export { approvalRulesRoutes, delegationsRoutes } from './routes.ts'
export { checkSigned, hasSignatures, isSigned, personOf, readStanding, rulesOn, sign, withdraw } from './standing.ts'
