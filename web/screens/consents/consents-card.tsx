import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Button, UnstyledButton } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { consentChannels } from '@agremia/resources/definitions/consents.ts'
import { useMay } from '../../api/queries.ts'
import { recordFilePath } from '../../paths/record-files.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/with-side.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Timeline, TimelineEntry } from '../../ui/timeline.tsx'
import { type Consent, useConsentLine, useConsents } from './use-consents.ts'
import classes from './consents.module.css'

/** The consents of a person, for the side of a record; each opens a dialog with its history. */
export function ConsentsCard({ personId }: { personId: string }) {
  const consents = useConsents(personId)
  const [opened, setOpened] = useState<string>()
  if (!consents || consents.length === 0) return null
  const open = consents.find((consent) => keyOf(consent) === opened)
  return (
    <Card title="Consentimentos">
      <ul className={classes.list}>
        {consents.map((consent) => (
          <ConsentLine key={keyOf(consent)} consent={consent} onOpen={() => setOpened(keyOf(consent))} />
        ))}
      </ul>
      {open && <ConsentDialog personId={personId} consent={open} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}

function keyOf({ purpose, channel }: Consent): string {
  return `${purpose} ${channel ?? ''}`
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
        <p className="note">{latest ? line(latest) : 'Ainda não perguntado'}</p>
      </div>
    </li>
  )
}

interface ConsentDialogProps {
  personId: string
  consent: Consent
  onClose: () => void
}

/** One consent of a person: its text, the history of answers, and buttons that register a new answer. */
function ConsentDialog({ personId, consent, onClose }: ConsentDialogProps) {
  const { purpose, channel, label, text, history, isGiven } = consent
  const [status, setStatus] = useState<'given' | 'refused' | 'withdrawn'>()
  const line = useConsentLine()
  const mayWrite = useMay('consents').create
  const no = isGiven ? 'withdrawn' : 'refused'
  return (
    <>
      <Dialog
        title={label}
        width="34rem"
        onClose={onClose}
        footer={
          mayWrite && (
            <>
              {(isGiven || history.length === 0) && (
                <Button variant="default" onClick={() => setStatus(no)}>
                  {isGiven ? 'Registar que retirou' : 'Registar que recusou'}
                </Button>
              )}
              {!isGiven && text !== undefined && (
                <Button onClick={() => setStatus('given')}>Registar que aceitou</Button>
              )}
            </>
          )
        }
      >
        <div className={classes.body}>
          {text !== undefined && <blockquote className={classes.text}>{text}</blockquote>}
          {history.length === 0 ? (
            <p className="note">Ainda não foi perguntado a esta pessoa.</p>
          ) : (
            <Timeline>
              {history.map((one) => (
                <TimelineEntry
                  key={one._id}
                  tone={one === history[0] && isGiven ? 'green' : undefined}
                  title={line(one).split(' · ')[0]}
                  when={line(one).split(' · ').slice(1).join(' · ')}
                  detail={<Proof consent={one} />}
                />
              ))}
            </Timeline>
          )}
        </div>
      </Dialog>
      {status && (
        <RecordDialog
          resource="consents"
          parent={{ resource: 'people', id: personId }}
          initial={{ purpose, status, method: 'paper', ...(channel !== undefined && { channel }) }}
          omit={consentChannels(purpose).length > 1 ? omittedFields : [...omittedFields, 'channel']}
          onClose={() => setStatus(undefined)}
        />
      )}
    </>
  )
}

/** What proves an answer: a text, and the scanned paper. */
function Proof({ consent: { evidence, documentId } }: { consent: ResourceRecord<'consents'> }) {
  return (
    <>
      {typeof evidence === 'string' && evidence}{' '}
      {typeof documentId === 'string' && <AppLink to={recordFilePath(documentId)}>Ver o documento</AppLink>}
    </>
  )
}

/** Fields that the buttons set. */
const omittedFields = ['personId', 'purpose']
