import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { letterVariables, type LetterValues } from '@agremia/resources/card-letter.ts'
import { settingOf } from '@agremia/resources/definitions/settings.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm, type SettingsControls } from '../../resource/settings/use-settings-form.ts'
import { InsertVariable } from '../../ui/rich-text/insert-variable.tsx'
import { useInsertVariable } from '../../ui/rich-text/use-insert-variable.ts'
import type { LetterFrame } from '../cards/index.ts'
import { LetterSheet } from '../cards/index.ts'
import classes from './card-settings.module.css'

const name = 'cardsLetterText'

const sampleQuery = {
  queryKey: ['cardLetterSample'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const answer = await api.get<{ data: LetterFrame }>('membership_card_letters/sample', signal)
    return isTimedOut(answer) ? null : answer.data
  },
}

/** The default text of card letters, beside a sample letter. */
export function LetterSettings() {
  const settings = useSettingsForm([name])
  const sample = useQuery(sampleQuery).data
  return (
    <>
      <div className={classes.letter}>
        <LetterText settings={settings} values={sample?.values} />
        {sample && (
          <LetterSheet letter={sample} text={settings.value(name)}>
            <div className={classes.place}>O cartão</div>
          </LetterSheet>
        )}
      </div>
      <SettingsBar settings={settings} />
    </>
  )
}

function LetterText({ settings, values }: { settings: SettingsControls; values: LetterValues | undefined }) {
  const text = settings.value(name)
  const { box, insert } = useInsertVariable(text, (next) => settings.set(name, next))
  const variables = Object.entries(letterVariables).map(([code, label]) => ({
    code,
    label,
    sample: values?.[code as keyof LetterValues] ?? '',
  }))
  return (
    <div className={classes.text}>
      <Textarea
        ref={box}
        id={`setting-${name}`}
        label={settingOf(name).label}
        error={settings.errorOf(name)}
        value={text}
        maxLength={2000}
        autosize
        minRows={8}
        maxRows={24}
        readOnly={!settings.mayChange(name)}
        onChange={(event) => settings.set(name, event.currentTarget.value)}
      />
      {settings.mayChange(name) && (
        <div className={classes.insert}>
          <InsertVariable variables={variables} onInsert={insert} label="Inserir dado na carta" />
        </div>
      )}
    </div>
  )
}
