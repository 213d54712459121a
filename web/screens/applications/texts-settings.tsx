import { useState } from 'react'
import { Button, Checkbox, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  applicationTextNames,
  applicationTextOf,
  type ApplicationTextName,
} from '@agremia/resources/application-texts.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { isApiError, type StoredRecord } from '../../api/client.ts'
import { listQuery, useMay, useTerminology } from '../../api/queries.ts'
import { RecordDialog } from '../../resource/record-dialog.tsx'
import { namesIn, withName } from '../../resource/settings/fields-settings.tsx'
import { SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm, type SettingsControls } from '../../resource/settings/use-settings-form.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { dayOf } from './application-cells.tsx'
import { TextVersionsDialog } from './text-versions-dialog.tsx'
import classes from './texts-settings.module.css'

const hiddenSetting = 'memberApplicationsHiddenFields'
/** Asked only where the organisation wants it. */
const optional: readonly ApplicationTextName[] = ['newsletter', 'sms', 'imageUse', 'directory']

/** What applicants read, and what they are asked to accept. */
export function TextsSettings() {
  const texts = useQuery(listQuery('memberApplicationTexts', { limit: 50 }))
  const settings = useSettingsForm([hiddenSetting])
  const [edited, setEdited] = useState<StoredRecord>()
  const [seen, setSeen] = useState<StoredRecord>()
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
            onSeeVersions={setSeen}
          />
        ))}
      </ul>
      <SettingsBar settings={settings} />
      {edited && (
        <RecordDialog
          resource="memberApplicationTexts"
          record={{ ...edited, body: fillTerms(String(edited.body ?? ''), terminology) }}
          title={`Editar ${fillTerms(applicationTextOf(edited.name as ApplicationTextName).label, terminology)}`}
          omit={['name', 'textVersion', 'validFrom']}
          onClose={() => setEdited(undefined)}
        />
      )}
      {seen && <TextVersionsDialog text={seen} onClose={() => setSeen(undefined)} />}
    </>
  )
}

interface TextEntryProps {
  name: ApplicationTextName
  record: StoredRecord | undefined
  settings: SettingsControls
  onEdit: (record: StoredRecord) => void
  onSeeVersions: (record: StoredRecord) => void
}

function TextEntry({ name, record, settings, onEdit, onSeeVersions }: TextEntryProps) {
  const terminology = useTerminology()
  const mayEdit = useMay('memberApplicationTexts').update
  if (!record) return null
  const { label, help } = applicationTextOf(name)
  const title = fillTerms(label, terminology)
  const version = Number(record.textVersion)
  return (
    <li className={classes.text}>
      <header>
        <h2>{title}</h2>
        <p className={classes.version}>
          versão {version}, desde {dayOf(String(record.validFrom))}
        </p>
      </header>
      {help && <p className={classes.version}>{help}</p>}
      <p className={classes.body}>{fillTerms(String(record.body ?? 'Sem texto.'), terminology)}</p>
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
        {optional.includes(name) && <AskedChoice name={name} title={title} settings={settings} />}
      </Group>
    </li>
  )
}

interface AskedChoiceProps {
  name: ApplicationTextName
  title: string
  settings: SettingsControls
}

function AskedChoice({ name, title, settings }: AskedChoiceProps) {
  const hidden = namesIn(settings.value(hiddenSetting))
  return (
    <Checkbox
      ml="auto"
      label="Pedir na inscrição"
      aria-label={`Pedir na inscrição: ${title}`}
      checked={!hidden.includes(name)}
      onChange={(event) => settings.set(hiddenSetting, withName(hidden, name, !event.currentTarget.checked))}
    />
  )
}
