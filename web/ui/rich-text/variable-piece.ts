import { InputRule, mergeAttributes, Node, PasteRule } from '@tiptap/core'
import type { Variable } from './insert-variable.tsx'
import classes from './rich-text.module.css'

const typed = /\{([^{}<>]+)\}$/
const pasted = /\{([^{}<>]+)\}/g

/** Editor node of a placeholder: atomic, and also created by typing or pasting `{code}`. */
export function variablePiece(
  variables: readonly Variable[],
  wordOf: (code: string) => string = (code) => code,
) {
  const labels = new Map(variables.map(({ code, label }) => [code, label]))
  return Node.create({
    name: 'variable',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({
      code: {
        default: '',
        parseHTML: (element) => element.dataset.variable ?? '',
        renderHTML: ({ code }) => ({ 'data-variable': String(code) }),
      },
    }),
    parseHTML: () => [{ tag: 'span[data-variable]' }],
    renderHTML: ({ node, HTMLAttributes }) => {
      const code = String(node.attrs.code)
      const attributes = mergeAttributes(HTMLAttributes, { class: classes.piece, title: `{${code}}` })
      return ['span', attributes, labels.get(code) ?? wordOf(code)]
    },
    renderText: ({ node }) => `{${String(node.attrs.code)}}`,
    addInputRules() {
      const { type } = this
      return [
        new InputRule({
          find: typed,
          handler: ({ state, range, match }) => {
            state.tr.replaceWith(range.from, range.to, type.create({ code: match[1] }))
          },
        }),
      ]
    },
    addPasteRules() {
      const { type } = this
      return [
        new PasteRule({
          find: pasted,
          handler: ({ state, range, match }) => {
            state.tr.replaceWith(range.from, range.to, type.create({ code: match[1] }))
          },
        }),
      ]
    },
  })
}
