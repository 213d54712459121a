import { useState } from 'react'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { UnstyledButton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { ConsentDialog } from './consent-dialog.tsx'
import { useConsentLine, useConsents, type Consent } from './use-consents.ts'
import classes from './consents.module.css'

/** The consents of a person, for the side of a record; each opens a dialog with its history. */
export function ConsentsCard({ personId }: { personId: string }) {
  const consents = useConsents(personId)
  const [opened, setOpened] = useState<string>()
  if (!consents || consents.length === 0) return null
  const open = consents.find(({ purpose }) => purpose === opened)
  return (
    <Card title="Consentimentos">
      <ul className={classes.list}>
        {consents.map((consent) => (
          <ConsentLine key={consent.purpose} consent={consent} onOpen={() => setOpened(consent.purpose)} />
        ))}
      </ul>
      {open && <ConsentDialog personId={personId} consent={open} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}

function ConsentLine({ consent, onOpen }: { consent: Consent; onOpen: () => void }) {
  const line = useConsentLine()
  const [latest] = consent.history
  const Icon = !latest ? IconMinus : consent.isGiven ? IconCheck : IconX
  return (
    <li className={classes.line} data-given={consent.isGiven}>
      <Icon size="1.125rem" stroke={1.75} aria-hidden />
      <div>
        <UnstyledButton className={classes.open} onClick={onOpen}>
          {consent.label}
        </UnstyledButton>
        <p className={classes.small}>{latest ? line(latest) : 'Ainda não perguntado'}</p>
      </div>
    </li>
  )
}
