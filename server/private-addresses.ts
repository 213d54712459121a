import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import { BlockList, isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** IPv4 ranges that are not public: IANA's special-purpose registry (RFC 6890), multicast, reserved. */
const specialIpv4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
])
/** Only global unicast (RFC 4291) is public. Outside are loopback, link-local, ULA, IPv4-mapped and NAT64. */
const globalIpv6 = blockList('ipv6', [['2000::', 3]])
/** Ranges in global unicast that are not public: protocol assignments (with Teredo), documentation, and 6to4, which reaches any IPv4. */
const specialIpv6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

function blockList(family: 'ipv4' | 'ipv6', ranges: [network: string, prefix: number][]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family)
  return list
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !specialIpv4.check(address)
  return family === 6 && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}

/** A name or address that is only in private networks. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/**
 * `dns.lookup` without private addresses, for `http.request`. The connection goes to the checked address, so that DNS rebinding (a name
 * that resolves differently the second time) has no effect. Fails with PrivateAddress when no public address remains.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const publicAddresses = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = publicAddresses
    if (!first) return callback(new PrivateAddress(hostname), [])
    return options.all ? callback(null, publicAddresses) : callback(null, first.address, first.family)
  })
}

/** Whether the host is a literal private address. Connections to literal addresses do not call `lookup`. */
export function isPrivateLiteral({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host)
}

/** Whether a URL leads to a private network now. False when its name does not resolve within `timeoutMs`. */
export async function isPrivateUrl(url: URL, timeoutMs: number): Promise<boolean> {
  if (isPrivateLiteral(url)) return true
  const resolved = new Promise<boolean>((resolve) => {
    publicLookup(url.hostname, {}, (error) => resolve(error instanceof PrivateAddress))
  })
  return Promise.race([resolved, sleep(timeoutMs, false, { ref: false })])
}
