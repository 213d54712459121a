import { Select } from '@mantine/core'
import { SettingFields, SettingsBar } from '../../resource/settings/setting-fields.tsx'
import { useSettingsForm, type SettingsControls } from '../../resource/settings/use-settings-form.ts'
import { presetOptions, presetOf, wordNames, wordsOf, type Words } from './vocabularies.ts'
import classes from './words-settings.module.css'

/** The organisation's terminology: a preset vocabulary, or custom words. */
export function WordsSettings() {
  const settings = useSettingsForm(wordNames)
  return (
    <>
      <p className={classes.purpose}>
        O menu, os títulos, os endereços e as mensagens seguem estas palavras. Os endereços que alguém guardou
        com as palavras de antes deixam de funcionar.
      </p>
      <VocabularyChoice settings={settings} />
      <SettingFields names={wordNames} settings={withAgreement(settings)} />
      <SettingsBar settings={settings} />
    </>
  )
}

/** Controls that, when the gender changes, also change the words of a preset: `o sócio`, `a sócia`. */
function withAgreement(settings: SettingsControls): SettingsControls {
  return {
    ...settings,
    set(name, value) {
      settings.set(name, value)
      const preset = name === 'memberGender' ? presetOf(wordsIn(settings)) : undefined
      if (preset === undefined) return
      const { memberSingular, memberPlural } = wordsOf(preset, value)
      if (memberSingular) settings.set('memberSingular', memberSingular)
      if (memberPlural) settings.set('memberPlural', memberPlural)
    },
  }
}

function wordsIn(settings: SettingsControls): Words {
  return Object.fromEntries(wordNames.map((name) => [name, settings.value(name)])) as Words
}

function VocabularyChoice({ settings }: { settings: SettingsControls }) {
  const words = wordsIn(settings)
  return (
    <Select
      className={classes.choice}
      label="Vocabulário"
      description="Os habituais em cada tipo de organização. As palavras podem depois ser mudadas uma a uma."
      inputWrapperOrder={['label', 'input', 'description']}
      placeholder="Palavras próprias"
      data={presetOptions}
      value={presetOf(words) ?? null}
      allowDeselect={false}
      checkIconPosition="right"
      onChange={(id) => {
        const chosen = id === null ? {} : wordsOf(id, words.memberGender)
        for (const [name, word] of Object.entries(chosen)) settings.set(name, word)
      }}
    />
  )
}
