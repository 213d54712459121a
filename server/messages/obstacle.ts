import type { Settings } from '@agremia/resources/definitions/settings.ts'
import type { Obstacle } from '../held-messages.ts'
import type { World } from '../rest/modules.ts'
import type { Channel } from './channels.ts'

/** Whether a mail server is configured. */
export function hasMailServer({ config }: World, settings: Settings): boolean {
  return config.smtpUrl !== undefined || settings.mailHost !== ''
}

/** Whether an SMS service is configured. */
export function hasSmsService(settings: Settings): boolean {
  return settings.smsUrl !== ''
}

/** Whether emails are sent automatically: sending is on, and a mail server is configured. */
export function sendsEmails(world: World, settings: Settings): boolean {
  return obstacleOf(world, settings, { channel: 'email', isUrgent: false }) === undefined
}

/** Why a message of this channel does not leave by itself; undefined when it does, and for letters. Urgent ones leave while sending is off. */
export function obstacleOf(
  world: World,
  settings: Settings,
  { channel, isUrgent }: { channel: Channel; isUrgent: boolean },
): Obstacle | undefined {
  if (channel === 'letter') return undefined
  if (channel === 'email' && !hasMailServer(world, settings)) return 'noMailServer'
  if (channel === 'sms' && !hasSmsService(settings)) return 'noSmsService'
  return settings.SendMessages === 'false' && !isUrgent ? 'paused' : undefined
}
