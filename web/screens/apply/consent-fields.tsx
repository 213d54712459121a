import { useState } from 'react'
import { Checkbox, UnstyledButton } from '@mantine/core'
import { fieldId } from '../../resource/form/field-id.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { FormConsent } from './application-form.ts'
import type { ApplyControls } from './use-apply-form.ts'
import classes from './apply-form.module.css'

/** In characters. Longer texts are shown in a dialog instead of as the label. */
const longestLabel = 240

/** One checkbox per consent; none is ticked in advance. */
export function ConsentFields({ controls }: { controls: ApplyControls }) {
  const [read, setRead] = useState<FormConsent>()
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
  consent: FormConsent
  onRead: (consent: FormConsent) => void
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
