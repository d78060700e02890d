import { devices } from '@trellis/contract/devices'
import type { Raw, World } from './network.ts'

export interface DeviceAnswer {
  status: number
  body: Record<string, unknown> & { lease: string; licenseSeatId: string }
  headers: Record<string, unknown>
}

/** The calls of a device: whoever has the key needs no session. */
export function activating({ anonymous }: Pick<World, 'anonymous'>) {
  const call = async (endpoint: Parameters<typeof anonymous>[0], body: Raw['body'], headers = {}) =>
    (await anonymous(endpoint, { body, headers })) as DeviceAnswer
  return {
    call,
    activate: (serialKey: string, deviceUuid: string, more: Record<string, unknown> = {}) =>
      call(devices.activate, { serialKey, deviceUuid, ...more }),
    heartbeat: (serialKey: string, deviceUuid: string) => call(devices.heartbeat, { serialKey, deviceUuid }),
    release: (serialKey: string, deviceUuid: string) => call(devices.release, { serialKey, deviceUuid }),
    /** How many of these answers have this status. */
    count: async (answers: Promise<DeviceAnswer>[], status: number) =>
      (await Promise.all(answers)).filter((answer) => answer.status === status).length,
  }
}
