import { useState } from 'react'
import { Checkbox, UnstyledButton } from '@mantine/core'
import { fieldId } from '../../resource/form/field-focus.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { AskedConsent } from './application-form.ts'
import type { ApplyControls } from './use-apply-form.ts'
import classes from './apply-form.module.css'

/** Texts longer than this are read by themselves. */
const longestLabel = 240

/** What the applicant accepts, each by itself; nothing is ticked beforehand. */
export function ConsentFields({ controls }: { controls: ApplyControls }) {
  const [read, setRead] = useState<AskedConsent>()
  return (
    <div className={classes.consents}>
      {controls.consents.map((consent) => (
        <ConsentField key={consent.name} controls={controls} consent={consent} onRead={setRead} />
      ))}
      {read && (
        <Dialog title={read.label} width="44rem" onClose={() => setRead(undefined)}>
          <p className={classes.text}>{read.text}</p>
        </Dialog>
      )}
    </div>
  )
}

interface ConsentFieldProps {
  controls: ApplyControls
  consent: AskedConsent
  onRead: (consent: AskedConsent) => void
}

function ConsentField({ controls, consent, onRead }: ConsentFieldProps) {
  const { name, text, required } = consent
  const isLong = name === 'privacyNotice' || text.length > longestLabel
  return (
    <div>
      <Checkbox
        id={fieldId(controls.id, name)}
        aria-required={required || undefined}
        label={
          <>
            {name === 'privacyNotice'
              ? 'Li a informação sobre proteção de dados.'
              : isLong
                ? consent.label
                : text}
            {required && (
              <span className="mantine-InputWrapper-required" aria-hidden>
                {' *'}
              </span>
            )}
          </>
        }
        error={controls.errorOf(name)}
        checked={controls.values[name] === true}
        onChange={(event) => {
          controls.set(name, event.currentTarget.checked)
          controls.touch(name)
        }}
      />
      {isLong && (
        <UnstyledButton className={classes.read} ml="2rem" fz="sm" onClick={() => onRead(consent)}>
          Ler o texto
        </UnstyledButton>
      )}
    </div>
  )
}
