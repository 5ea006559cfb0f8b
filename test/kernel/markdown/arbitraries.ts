import * as fc from 'fast-check';
import { lineEnding } from '../arbitraries.ts';

const PREFIXES = [
  '',
  '',
  '',
  ' ',
  '  ',
  '   ',
  '    ',
  '\t',
  '> ',
  '>',
  '- ',
  '* ',
  '+ ',
  '1. ',
  '2) ',
  '10. ',
  '-   ',
  '-     ',
  '>\t',
  '-\t',
  ' - ',
  '   > ',
  '123456789. ',
  '1234567890. ',
];

/** What a line can hold behind its indentation and marks, separated by `¦`. */
const CONTENTS =
  '¦¦text¦more words¦# h¦## h ##¦### h #x¦#¦#no¦####### x¦# \\#¦```¦````¦```js¦``` a`b¦~~~¦~~~ x`y¦~~~~~¦===¦==¦=¦---¦--¦-¦- - -¦***¦**¦_ _ _¦+¦*¦' +
  '1.¦2.¦1)¦7. x¦1. x¦- x¦- [ ] x¦> x¦>¦<div>¦</div>¦<DIV x¦<!-- c -->¦<!-- c¦-->¦a --> b¦<?x¦?>¦<!X¦<!x>¦<![CDATA[¦]]>¦<script>¦</script>¦<pre¦</PRE>¦' +
  '<b>¦<a href="x">¦<a href=x/>¦<a href="x>¦<a b c = \'d\' />¦</b >¦</b x>¦<b¦<x-y z>¦<b> c¦<1>¦<b/>¦<b /x>¦[a]: /x¦[a]: <x> "t¦t"¦[a]:¦/url¦[a]: /x "t" z¦' +
  "[a]¦'t'¦(t)¦[a]: (x¦[\\]]: /y¦[]: /x¦[a b]: <>¦\\¦a  ¦\t¦\u00a0¦    code¦ \t x¦\ttab\t#¦#\th\t#\t¦-\tx¦1.\tx¦😀¦- ```¦> ```¦> - # h¦1. - > x¦setext? =¦--- x¦~~~ ~";

/** Lines that open, continue and close every kind of block, in every mixture. */
const markdownLine = fc
  .tuple(fc.array(fc.constantFrom(...PREFIXES), { maxLength: 3 }), fc.constantFrom(...CONTENTS.split('¦')))
  .map(([prefixes, content]) => prefixes.join('') + content);

export const markdownText = fc
  .tuple(fc.array(markdownLine, { maxLength: 14 }), lineEnding, fc.boolean())
  .map(([lines, ending, isClosed]) => lines.join(ending) + (isClosed && lines.length > 0 ? ending : ''));
