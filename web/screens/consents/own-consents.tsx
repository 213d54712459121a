import { fillTerms } from '@agremia/resources/terminology.ts'
import { useState } from 'react'
import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, isApiError, isTimedOut } from '../../api/client.ts'
import { keys, useMay, useTerminology } from '../../api/queries.ts'
import { toast } from '../../ui/toasts.tsx'
import { useConsentLine, useConsents, type Consent } from './use-consents.ts'
import classes from './consents.module.css'

/** The member's own consents; ticking one gives it, unticking withdraws it. */
export function OwnConsents({ personId }: { personId: string }) {
  const terminology = useTerminology()
  const consents = useConsents(personId)?.filter(({ text, isGiven }) => text !== undefined || isGiven)
  if (!consents || consents.length === 0) return null
  return (
    <section className={classes.own} aria-labelledby="consentimentos">
      <h2 id="consentimentos">O que autorizo</h2>
      <p className="note">
        {fillTerms(
          'Nada disto é obrigatório para ser {memberSingular}: pode dar ou retirar em qualquer altura.',
          terminology,
        )}
      </p>
      <ul className={classes.list}>
        {consents.map((consent) => (
          <OwnConsent
            key={`${consent.purpose} ${consent.channel ?? ''}`}
            personId={personId}
            consent={consent}
          />
        ))}
      </ul>
    </section>
  )
}

function OwnConsent({ personId, consent }: { personId: string; consent: Consent }) {
  const { purpose, channel, label, text, history, isGiven } = consent
  const client = useQueryClient()
  const line = useConsentLine()
  const mayWrite = useMay('consents').create
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function register(given: boolean) {
    setBusy(true)
    setProblem(undefined)
    try {
      const parent = { resource: 'people', id: personId }
      const record = {
        purpose,
        status: given ? 'given' : 'withdrawn',
        ...(channel !== undefined && { channel }),
      }
      const created = await api.create('consents', record, { parent })
      if (isTimedOut(created)) setProblem('O servidor não respondeu a tempo. Tente de novo.')
      else toast(given ? 'Autorização registada.' : 'Autorização retirada.')
      await client.invalidateQueries({ queryKey: keys.lists('consents') })
    } catch (error) {
      setProblem(isApiError(error) ? error.message : 'Não foi possível guardar. Tente de novo.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <li>
      <Checkbox
        label={channel === undefined ? (text ?? label) : label}
        description={history[0] && line(history[0])}
        checked={isGiven}
        disabled={busy || !mayWrite}
        error={problem}
        onChange={(event) => void register(event.currentTarget.checked)}
      />
    </li>
  )
}
