import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, isTimedOut } from '../../api/client.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { useOnline } from '../../ui/device.ts'
import { fetchCardVerification } from '../card-check/index.ts'
import { isEnded } from '../cards/index.ts'
import { addCheck, type Check, isWaiting, settleCheck, type Verdict } from './check.ts'
import { readScanned } from './code-reading.ts'
import { changeChecks, readChecks, useChecks } from './stored-checks.ts'
import { type KnownList, knownListQuery } from './known-list.ts'
import { signalCheck } from './scan-sounds.ts'

export interface Checker {
  checks: readonly Check[]
  /** The snapshot of cards used while offline. */
  known: KnownList | undefined
  /** There is no network, or the server did not respond to the last check. */
  isOffline: boolean
  check: (text: string) => void
  /** Checks a member who did not bring the card. */
  checkMember: (member: ResourceRecord<'members'>) => Promise<void>
}

/** In milliseconds. */
const retryInterval = 4_000
/** A text without a code is cut after this many characters. */
const maxTextLength = 60

/** Adds checks to the list and gets their verdicts: from the server, or from the known list while offline. */
export function useChecker(listId: string): Checker {
  const checks = useChecks(listId)
  const known = useQuery(knownListQuery).data ?? undefined
  const [isOffline, setOffline] = useState(false)
  const isOnline = useOnline()
  const hasWaiting = checks.some(isWaiting)
  const contact = useRef({ isOffline, known })
  useEffect(() => {
    contact.current = { isOffline: isOffline && hasWaiting, known }
  })
  const [inProgress] = useState(() => new Set<number>())

  const settle = useCallback(
    (place: number, verdict: Verdict) => {
      const status = checkAt(listId, place)?.status
      changeChecks(listId, (list) => settleCheck(list, place, verdict))
      const settled = checkAt(listId, place)
      if (settled && settled.status !== status) signalCheck(settled)
    },
    [listId],
  )

  const check = useCallback(
    (text: string) => {
      const code = readScanned(text)
      const at = new Date().toISOString()
      changeChecks(listId, (list) =>
        addCheck(list, { at, code: code ?? text.trim().slice(0, maxTextLength) }),
      )
      const place = readChecks(listId).at(-1)?.place ?? 0
      if (code === undefined) {
        settle(place, { status: 'desconhecido' })
        return
      }
      inProgress.add(place)
      void requestVerdict(code, contact.current)
        .then(({ verdict, isOffline: offline }) => {
          setOffline(offline)
          if (verdict) settle(place, verdict)
        })
        .finally(() => inProgress.delete(place))
    },
    [listId, settle, inProgress],
  )

  const checkMember = useCallback(
    async (member: ResourceRecord<'members'>) => {
      const code = await codeOfMember(member._id)
      if (code !== undefined) return check(code)
      const at = new Date().toISOString()
      const memberNumber = member.memberNumber
      changeChecks(listId, (list) => addCheck(list, { at, code: `n.º ${memberNumber}` }))
      settle(readChecks(listId).at(-1)?.place ?? 0, {
        status: 'semCartao',
        memberNumber,
        name: member.name,
        category: member.categoryLabel ?? '',
        memberId: member._id,
      })
    },
    [listId, settle, check],
  )

  useRetries({ listId, hasWaiting, inProgress, settle, setOffline })
  // If nothing waits (another window may have settled it), the earlier failure does not count.
  return { checks, known, isOffline: !isOnline || (isOffline && hasWaiting), check, checkMember }
}

/** Asks the server, unless it failed a moment ago; otherwise looks the code up in the known list. */
async function requestVerdict(
  code: string,
  { isOffline, known }: { isOffline: boolean; known: KnownList | undefined },
): Promise<{ verdict: Verdict | undefined; isOffline: boolean }> {
  const verdict = isOffline ? undefined : await fetchVerdict(code)
  if (verdict) return { verdict: verdict, isOffline: false }
  return { verdict: await known?.find(code, organisationToday()), isOffline: true }
}

interface RetryOptions {
  listId: string
  hasWaiting: boolean
  /** Places of checks with a request in progress. */
  inProgress: Set<number>
  settle: (place: number, verdict: Verdict) => void
  setOffline: (isOffline: boolean) => void
}

/** While checks wait for the server, retries them, oldest first, until a request fails. */
function useRetries({ listId, hasWaiting, inProgress, settle, setOffline }: RetryOptions): void {
  useEffect(() => {
    if (!hasWaiting) return undefined
    let isRunning = false
    let isOver = false
    const retry = async () => {
      if (isRunning) return
      isRunning = true
      for (const { place, code } of readChecks(listId).filter(isWaiting)) {
        if (isOver) break
        if (inProgress.has(place)) continue
        const verdict = await fetchVerdict(code)
        setOffline(!verdict)
        if (!verdict) break
        settle(place, verdict)
      }
      isRunning = false
    }
    const retryNow = () => void retry()
    const timer = setInterval(retryNow, retryInterval)
    window.addEventListener('online', retryNow)
    return () => {
      isOver = true
      clearInterval(timer)
      window.removeEventListener('online', retryNow)
    }
  }, [listId, hasWaiting, inProgress, settle, setOffline])
}

function checkAt(listId: string, place: number): Check | undefined {
  return readChecks(listId).find((check) => check.place === place)
}

/** In milliseconds. After it the check falls back to the known list, so that the queue at the door moves. */
const timeout = 4_000

/** The server's verdict on a code; undefined on timeout or any error. */
async function fetchVerdict(code: string): Promise<Verdict | undefined> {
  try {
    const card = await fetchCardVerification(code, AbortSignal.timeout(timeout))
    if (card === null) return { status: 'desconhecido' }
    const { status, memberNumber, displayName: name, category, validUntil, memberId } = card
    return { status, memberNumber, name, category, validUntil, ...(memberId && { memberId }) }
  } catch {
    return undefined
  }
}

/** The code of the member's current card; undefined if there is none or the request timed out. */
async function codeOfMember(memberId: string): Promise<string | undefined> {
  const cards = await api.list('membershipCards', { where: { memberId }, sort: '-issuedAt', limit: 20 })
  const current = isTimedOut(cards) ? undefined : cards.data.find((card) => !isEnded(card))
  if (!current) return undefined
  const card = await api.read('membershipCards', current._id)
  return card !== null && !isTimedOut(card) && typeof card.code === 'string' ? card.code : undefined
}
