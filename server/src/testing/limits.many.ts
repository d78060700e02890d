import { forceLimits } from '../platform/database/limits.ts'

forceLimits(0)
