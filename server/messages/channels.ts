import type { EventChannel } from '@agremia/resources/message-events.ts'
import { foldText } from '@agremia/resources/rules/fold.ts'

export type Channel = 'email' | 'sms' | 'letter'

/** How a person can be reached. */
export interface Reach {
  email: string | null
  mobile: string | null
  /** Whether there is a postal address. */
  hasAddress: boolean
  preferred: Channel | null
}

/** The given channel, or for `preferred` the person's own choice if it is reachable, or the first reachable one. */
export function channelFor(channel: EventChannel, recipient: Reach): Channel {
  if (channel !== 'preferred') return channel
  const order: Channel[] = [recipient.preferred ?? 'email', 'email', 'sms', 'letter']
  return order.find((one) => isReachable(one, recipient)) ?? 'email'
}

/** What people with the same address have in common: equal for those who share it, undefined without one. */
export function addressKey(
  channel: Channel,
  { email, mobile, postal }: Pick<Reach, 'email' | 'mobile'> & { postal: string | null },
): string | undefined {
  const address = channel === 'letter' ? postal : addressOf(channel, { email, mobile })
  return address ? `${channel} ${foldText(address)}` : undefined
}

/** The person's address for a channel; null for letters. */
export function addressOf(
  channel: Channel,
  { email, mobile }: Pick<Reach, 'email' | 'mobile'>,
): string | null {
  if (channel === 'letter') return null
  return channel === 'email' ? email : mobile
}

export function isReachable(channel: Channel, recipient: Omit<Reach, 'preferred'>): boolean {
  return channel === 'letter' ? recipient.hasAddress : addressOf(channel, recipient) !== null
}
