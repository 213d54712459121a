import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Button, Checkbox, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ApplicationTextName,
  applicationTextNames,
  applicationTextOf,
} from '@agremia/resources/application-texts.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { isApiError } from '../../api/client.ts'
import { listQuery, useMay, useTerminology } from '../../api/queries.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import { namesIn, withName } from '../../resource/settings/fields-settings.tsx'
import { SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { type SettingsControls, useSettingsForm } from '../../resource/settings/use-settings-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/message-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { dayOf } from './application-cells.tsx'
import classes from './texts-settings.module.css'

const hiddenSetting = 'memberApplicationsHiddenFields'
/** Consents that the organisation can leave out of the form. */
const optionalConsents: readonly ApplicationTextName[] = ['newsletter', 'sms', 'imageUse', 'directory']

/** The texts of the public form and of its consents. */
export function TextsSettings() {
  const texts = useQuery(listQuery('memberApplicationTexts', { limit: 50 }))
  const settings = useSettingsForm([hiddenSetting])
  const [edited, setEdited] = useState<ResourceRecord<'memberApplicationTexts'>>()
  const [shownVersions, setShownVersions] = useState<ResourceRecord<'memberApplicationTexts'>>()
  const terminology = useTerminology()
  if (texts.error) {
    const message = isApiError(texts.error) ? texts.error.message : undefined
    return <ErrorState message={message} onRetry={() => void texts.refetch()} />
  }
  if (!texts.data) return <ListSkeleton rows={6} />
  const records = texts.data.data
  return (
    <>
      <ul className={classes.texts}>
        {applicationTextNames.map((name) => (
          <TextEntry
            key={name}
            name={name}
            record={records.find((each) => each.name === name)}
            settings={settings}
            onEdit={setEdited}
            onSeeVersions={setShownVersions}
          />
        ))}
      </ul>
      <SettingsBar settings={settings} />
      {edited && (
        <RecordDialog
          resource="memberApplicationTexts"
          record={{ ...edited, body: fillTerms(edited.body ?? '', terminology) }}
          title={`Editar ${fillTerms(applicationTextOf(edited.name).label, terminology)}`}
          omit={['name', 'textVersion', 'validFrom']}
          onClose={() => setEdited(undefined)}
        />
      )}
      {shownVersions && (
        <TextVersionsDialog text={shownVersions} onClose={() => setShownVersions(undefined)} />
      )}
    </>
  )
}

interface TextEntryProps {
  name: ApplicationTextName
  record: ResourceRecord<'memberApplicationTexts'> | undefined
  settings: SettingsControls
  onEdit: (record: ResourceRecord<'memberApplicationTexts'>) => void
  onSeeVersions: (record: ResourceRecord<'memberApplicationTexts'>) => void
}

function TextEntry({ name, record, settings, onEdit, onSeeVersions }: TextEntryProps) {
  const terminology = useTerminology()
  const mayEdit = useMay('memberApplicationTexts').update
  if (!record) return null
  const { label, help } = applicationTextOf(name)
  const title = fillTerms(label, terminology)
  const version = record.textVersion
  return (
    <li className={classes.text}>
      <header>
        <h2>{title}</h2>
        <p className="note">
          versão {version}, desde {dayOf(record.validFrom)}
        </p>
      </header>
      {help && <p className="note">{help}</p>}
      <p className={classes.body}>{fillTerms(record.body ?? 'Sem texto.', terminology)}</p>
      <Group gap="sm">
        {mayEdit && (
          <Button size="xs" variant="default" aria-label={`Editar ${title}`} onClick={() => onEdit(record)}>
            Editar
          </Button>
        )}
        {version > 1 && (
          <Button size="xs" variant="subtle" onClick={() => onSeeVersions(record)}>
            Ver as {version} versões
          </Button>
        )}
        {optionalConsents.includes(name) && <ConsentOption name={name} title={title} settings={settings} />}
      </Group>
    </li>
  )
}

interface ConsentOptionProps {
  name: ApplicationTextName
  title: string
  settings: SettingsControls
}

function ConsentOption({ name, title, settings }: ConsentOptionProps) {
  const hidden = namesIn(settings.value(hiddenSetting))
  return (
    <Checkbox
      ml="auto"
      label="Pedir na inscrição"
      aria-label={`Pedir na inscrição: ${title}`}
      checked={!hidden.includes(name)}
      disabled={!settings.mayChange(hiddenSetting)}
      onChange={(event) => settings.set(hiddenSetting, withName(hidden, name, !event.currentTarget.checked))}
    />
  )
}

interface TextVersionsDialogProps {
  text: ResourceRecord<'memberApplicationTexts'>
  onClose: () => void
}

/** All versions of a text, newest first, so that the staff can read what an applicant accepted. */
function TextVersionsDialog({ text, onClose }: TextVersionsDialogProps) {
  const terminology = useTerminology()
  const parent = { resource: 'memberApplicationTexts', id: text._id }
  const query = listQuery('memberApplicationTextVersions', { parent, sort: '-textVersion', limit: 200 })
  const versions = useQuery(query).data?.data
  const name = applicationTextNames.find((known) => known === text.name)
  const title = name ? fillTerms(applicationTextOf(name).label, terminology) : 'Texto'
  return (
    <Dialog title={`Versões: ${title}`} width="44rem" onClose={onClose}>
      {versions ? (
        <ol className={classes.versions}>
          {versions.map((version) => (
            <li key={version._id}>
              <strong>Versão {version.textVersion}</strong>
              <span className="note"> desde {dayOf(version.validFrom)}</span>
              <p className={classes.whole}>{fillTerms(version.body ?? 'Sem texto.', terminology)}</p>
            </li>
          ))}
        </ol>
      ) : (
        <ListSkeleton rows={3} />
      )}
    </Dialog>
  )
}
