import { Textarea } from '@mantine/core'
import { mostText } from '@agremia/resources/card-template.ts'
import { InsertVariable } from '../../ui/rich-text/insert-variable.tsx'
import { useInsertVariable } from '../../ui/rich-text/use-insert-variable.ts'
import type { Variable } from '../../ui/rich-text/variable.ts'
import classes from './panels.module.css'

interface TextSettingProps {
  text: string
  variables: readonly Variable[]
  onChange: (text: string) => void
}

/** Input for a text element, with a menu of variables. */
export function TextSetting({ text, variables, onChange }: TextSettingProps) {
  const { box, insert } = useInsertVariable(text, onChange)
  return (
    <div className={classes.text}>
      <Textarea
        ref={box}
        id="card-text"
        label="O que diz"
        value={text}
        maxLength={mostText}
        autosize
        minRows={1}
        maxRows={6}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes.insert}>
        <InsertVariable variables={variables} onInsert={insert} label="Inserir dado no texto" />
      </div>
    </div>
  )
}
