import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fillLetter, letterVariables, type LetterValues } from '@agremia/resources/card-letter.ts'
import { settingOf } from '@agremia/resources/definitions/settings.ts'
import { api, isTimedOut } from '../../api/client.ts'
import { SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm, type SettingsControls } from '../../resource/settings/use-settings-form.ts'
import { InsertVariable } from '../../ui/rich-text/insert-variable.tsx'
import { useInsertVariable } from '../../ui/rich-text/use-insert-variable.ts'
import classes from './card-settings.module.css'

const name = 'cardsLetterText'

interface LetterSample {
  address: string[]
  date: string
  subject: string
  greeting: string
  signature: string
  values: LetterValues
}

const sampleQuery = {
  queryKey: ['cardLetterSample'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const answer = await api.get<{ data: LetterSample }>('membership_card_letters/sample', signal)
    return isTimedOut(answer) ? null : answer.data
  },
}

/** The words that take a card to its member, beside the letter as it will be read. */
export function LetterSettings() {
  const settings = useSettingsForm([name])
  const sample = useQuery(sampleQuery).data
  return (
    <>
      <div className={classes.letter}>
        <LetterText settings={settings} values={sample?.values} />
        {sample && <LetterSheet sample={sample} text={settings.value(name)} />}
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
        onChange={(event) => settings.set(name, event.currentTarget.value)}
      />
      <div className={classes.insert}>
        <InsertVariable variables={variables} onInsert={insert} label="Inserir dado na carta" />
      </div>
    </div>
  )
}

/** The letter as somebody will read it. */
function LetterSheet({ sample, text }: { sample: LetterSample; text: string }) {
  const { address, date, subject, greeting, signature, values } = sample
  return (
    <section className={classes.sheet} aria-label="Pré-visualização da carta">
      <address className={classes.address}>
        {address.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p className={classes.date}>{date}</p>
      <strong>{subject}</strong>
      <p>{greeting}</p>
      <p className={classes.words}>{fillLetter(text, values)}</p>
      <p>{signature}</p>
      <div className={classes.place}>O cartão</div>
    </section>
  )
}
