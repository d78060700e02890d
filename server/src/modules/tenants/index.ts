export { clockMoved, findClock, moveClock } from './clock.ts'
export { countryCodeOf, countryNamesText, isCountryCode } from './countries.ts'
export { lastReminded, reminderStep, tenantDefaults, tenantZone } from './defaults.ts'
export { beginDeletion, type DeletedTenant, holdDays, isGoing, listDeleted, noteDeletion } from './deletion.ts'
export { jobInEachTenant, jobInPieces } from './each.ts'
export {
  byExternalId,
  changeExternalIds,
  dropExternalIds,
  externalIdsOf,
  hasExternalId,
  isByExternalId,
  namedOutside,
} from './external-ids.ts'
export {
  checkExternalIds,
  dropExternalIdsOf,
  externalIdsCell,
  externalIdsInFiles,
  factsOfExternalIds,
  factsOfNewExternalIds,
  hasOtherExternalIds,
  lacksExternalIds,
  lostExternalIds,
  restoreExternalIds,
  writeExternalIds,
} from './import-external-ids.ts'
export {
  beginMaintenance,
  endMaintenance,
  listMaintenances,
  type Maintenance,
  type Maintenances,
  openMaintenances,
} from './maintenance.ts'
export {
  findTenantByCode,
  findTenantByHost,
  findTenantSettings,
  leadsTo,
  listGroups,
  listRoles,
  listTenants,
  listWithWork,
  nameOfTenant,
  type TenantRow,
  zoneOfTenant,
} from './queries.ts'
export {
  deleteRole,
  findTenantRole,
  insertRole,
  isRoleNamed,
  listTenantGroups,
  listTenantRoles,
  type RoleRow,
  updateRole,
} from './role-queries.ts'
export { tenantsRoutes } from './routes.ts'
export { isInSandbox, isSandbox, sandboxName } from './sandbox.ts'
export { rootGroupId, seedOf, seedTenant, type TenantDraft } from './seed.ts'
export {
  findLogo,
  findSettings,
  isDefaultTenant,
  isGroupNamed,
  isKnownTimeZone,
  listTakenElsewhere,
  listTakenHosts,
  lockSettings,
  proveDomains,
  renameGroup,
  type StoredSettings,
  takeTimeZone,
  writeLogo,
  writeSettings,
} from './settings-queries.ts'
export { findSignIn, listKnownRoles, type StoredSignIn, writeSignIn } from './sign-in-queries.ts'
export { isAtRest, setSuspended, tenantsChannel } from './suspension.ts'
