import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { useOnline } from '../../ui/device.ts'
import type { StoredRecord } from '../../api/client.ts'
import { askServer } from './ask-verdict.ts'
import { codeOfMember } from './code-of-member.ts'
import { addCheck, isWaiting, settleCheck, type Check, type Verdict } from './check.ts'
import { changeChecks, readChecks, useChecks } from './kept-checks.ts'
import { knownListQuery } from './known-list-query.ts'
import type { KnownList } from './known-list.ts'
import { readScanned } from './read-scanned.ts'
import { signalCheck } from './scan-sounds.ts'

export interface Checker {
  checks: readonly Check[]
  /** The list that answers while nobody else does. */
  known: KnownList | undefined
  /** There is no network, or the server did not answer the last time. */
  isAlone: boolean
  check: (text: string) => void
  /** Somebody without the card in hand. */
  checkMember: (member: StoredRecord) => Promise<void>
}

const askAgainEvery = 4_000
/** Of what is no code of a card, as much as tells what it was. */
const mostKept = 60

/** Checks what is read, and keeps it in the list: by the server, or by the known list until the server is back. */
export function useChecker(listId: string): Checker {
  const checks = useChecks(listId)
  const known = useQuery(knownListQuery).data ?? undefined
  const [isAlone, setAlone] = useState(false)
  const isOnline = useOnline()
  const isNeeded = checks.some(isWaiting)
  const contact = useRef({ isAlone, known })
  useEffect(() => {
    contact.current = { isAlone: isAlone && isNeeded, known }
  })
  const [asked] = useState(() => new Set<number>())

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
      changeChecks(listId, (list) => addCheck(list, { at, code: code ?? text.trim().slice(0, mostKept) }))
      const place = readChecks(listId).at(-1)?.place ?? 0
      if (code === undefined) {
        settle(place, { status: 'desconhecido' })
        return
      }
      asked.add(place)
      void judge(code, contact.current)
        .then(({ verdict, isAlone: alone }) => {
          setAlone(alone)
          if (verdict) settle(place, verdict)
        })
        .finally(() => asked.delete(place))
    },
    [listId, settle, asked],
  )

  const checkMember = useCallback(
    async (member: StoredRecord) => {
      const code = await codeOfMember(member._id)
      if (code !== undefined) return check(code)
      const at = new Date().toISOString()
      const memberNumber = Number(member.memberNumber)
      changeChecks(listId, (list) => addCheck(list, { at, code: `n.º ${memberNumber}` }))
      settle(readChecks(listId).at(-1)?.place ?? 0, {
        status: 'semCartao',
        memberNumber,
        name: String(member.name),
        category: String(member.categoryLabel ?? ''),
        memberId: member._id,
      })
    },
    [listId, settle, check],
  )

  useAskAgain({ listId, isNeeded, asked, settle, setAlone })
  // Another window may have asked meanwhile.
  return { checks, known, isAlone: !isOnline || (isAlone && isNeeded), check, checkMember }
}

/** By the server, unless it was not there a moment ago; otherwise by the list, if there is one. */
async function judge(
  code: string,
  { isAlone, known }: { isAlone: boolean; known: KnownList | undefined },
): Promise<{ verdict: Verdict | undefined; isAlone: boolean }> {
  const said = isAlone ? undefined : await askServer(code)
  if (said) return { verdict: said, isAlone: false }
  return { verdict: await known?.find(code, organisationToday()), isAlone: true }
}

interface AskingAgain {
  listId: string
  isNeeded: boolean
  /** Places that are being asked about. */
  asked: Set<number>
  settle: (place: number, verdict: Verdict) => void
  setAlone: (isAlone: boolean) => void
}

/** While checks wait for the server, asks it about them, the oldest first, until it stops answering. */
function useAskAgain({ listId, isNeeded, asked, settle, setAlone }: AskingAgain): void {
  useEffect(() => {
    if (!isNeeded) return undefined
    let isAsking = false
    let isOver = false
    const ask = async () => {
      if (isAsking) return
      isAsking = true
      for (const { place, code } of readChecks(listId).filter(isWaiting)) {
        if (isOver) break
        if (asked.has(place)) continue
        const verdict = await askServer(code)
        setAlone(!verdict)
        if (!verdict) break
        settle(place, verdict)
      }
      isAsking = false
    }
    const askNow = () => void ask()
    const timer = setInterval(askNow, askAgainEvery)
    window.addEventListener('online', askNow)
    return () => {
      isOver = true
      clearInterval(timer)
      window.removeEventListener('online', askNow)
    }
  }, [listId, isNeeded, asked, settle, setAlone])
}

function checkAt(listId: string, place: number): Check | undefined {
  return readChecks(listId).find((check) => check.place === place)
}
