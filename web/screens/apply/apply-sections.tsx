import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import { fieldId } from '../../resource/form/field-focus.ts'
import { PhotoButton } from '../../resource/photo/photo-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { FormConsent, FormField } from './application-form.ts'
import type { ApplyControls } from './use-apply-form.ts'
import classes from './apply-form.module.css'

interface ApplyCardProps {
  title: string
  isComplete?: boolean
  children: ReactNode
}

/** A section of the form; a check mark shows that it is complete. */
export function ApplyCard({ title, isComplete = false, children }: ApplyCardProps) {
  return (
    <section className={classes.card} aria-label={title}>
      <h2 className={classes.title}>
        {title}
        {isComplete && (
          <span className={classes.complete}>
            <IconCircleCheckFilled size="1.125rem" aria-hidden />
            <span className="visually-hidden">preenchida</span>
          </span>
        )}
      </h2>
      {children}
    </section>
  )
}

interface ApplyFieldsProps {
  controls: ApplyControls
  fields: readonly FormField[]
}

/** The inputs of one section, with `autocomplete` so that browsers can fill them in. */
export function ApplyFields({ controls, fields }: ApplyFieldsProps) {
  return (
    <div className={classes.grid}>
      {fields.map((field) => {
        return (
          <div key={field.name} className={classes.field} data-span={field.span ?? 1}>
            <FieldInput
              id={fieldId(controls.id, field.name)}
              field={field}
              value={controls.values[field.name]}
              record={controls.values}
              error={controls.errorOf(field.name)}
              autoComplete={purposeOf(field.name, controls.values.kind)}
              onChange={(value, companions) => controls.set(field.name, value, companions)}
              onBlur={() => controls.touch(field.name)}
            />
          </div>
        )
      })}
    </div>
  )
}

const purposes: Record<string, string> = {
  name: 'name',
  email: 'email',
  mobile: 'tel',
  birthDate: 'bday',
  address: 'street-address',
  postalCode: 'postal-code',
  city: 'address-level2',
  profession: 'organization-title',
}

function purposeOf(name: string, kind: unknown): string {
  if (name === 'name' && kind === 'legal') return 'organization'
  return purposes[name] ?? 'off'
}

interface ApplyPhotoProps {
  controls: ApplyControls
  isRequired: boolean
}

/** The photo: cropped here and uploaded at once; the application holds the token of the upload. */
export function ApplyPhoto({ controls, isRequired }: ApplyPhotoProps) {
  const [preview, setPreview] = useState<string>()
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  const isSent = typeof controls.values.photo === 'string'
  const error = controls.errorOf('photo')
  const name = typeof controls.values.name === 'string' ? controls.values.name : ''
  return (
    <ApplyCard title="Fotografia" isComplete={isSent && error === undefined}>
      <div className={classes.photo} id={`${controls.id}-photo`}>
        <PhotoButton
          name={name}
          photo={isSent ? (preview ?? null) : null}
          onSave={async (file, onProgress) => {
            controls.set('photo', await sendPhoto(file, onProgress))
            setPreview(URL.createObjectURL(file))
          }}
          onRemove={async () => {
            controls.set('photo', null)
            setPreview(undefined)
          }}
        />
        <div>
          <p>
            {isSent
              ? 'Fotografia junta.'
              : `Tipo passe, para o cartão${isRequired ? '.' : ' (facultativa).'}`}
          </p>
          {error !== undefined && (
            <p className={classes.error} role="alert">
              {error}
            </p>
          )}
        </div>
      </div>
    </ApplyCard>
  )
}

/** Uploads the photo and returns its token. */
async function sendPhoto(file: File, onProgress: (percent: number) => void): Promise<string> {
  const answer = await api.upload<{ data: { token: string } }>({
    path: 'application_form/photo',
    files: [file],
    onProgress,
    failure: 'Member Application photo upload failed',
  })
  return answer.data.token
}

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
