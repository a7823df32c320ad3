"builtin.module"() <{sym_name = "arithmetic"}> ({
  "func.func"() <{function_type = (tensor<2x2xf32>) -> tensor<2x2xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<2x2xf32>):
    %0 = "stablehlo.constant"() <{value = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
    %1 = "stablehlo.dot_general"(%0, %0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    check.expect_eq_const %1, dense<[[7.0, 10.0], [15.0, 22.0]]> : tensor<2x2xf32>
    %init = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.reduce(%0 init: %init) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    check.expect_almost_eq_const %2, dense<[4.0, 6.0]> : tensor<2xf32>
    %3:2 = stablehlo.reduce(%0 init: %init), (%1 init: %init) across dimensions = [1] : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
     reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
      %20 = stablehlo.add %a, %b : tensor<f32>
      %21 = stablehlo.maximum %c, %d : tensor<f32>
      stablehlo.return %20, %21 : tensor<f32>, tensor<f32>
    }
    check.expect_eq_const %3#0, dense<[3.0, 7.0]> : tensor<2xf32>
    check.expect_eq_const %3#1, dense<[10.0, 22.0]> : tensor<2xf32>
    %4 = chlo.broadcast_add %0, %2 : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
    check.expect_eq_const %4, dense<[[5.0, 8.0], [7.0, 10.0]]> : tensor<2x2xf32>
    %5 = chlo.square %0 : tensor<2x2xf32> -> tensor<2x2xf32>
    %6 = mhlo.subtract %5, %0 : tensor<2x2xf32>
    check.expect_eq_const %6, dense<[[0.0, 2.0], [6.0, 12.0]]> : tensor<2x2xf32>
    %x = stablehlo.constant dense<[-3.0, -0.5, 0.0, 0.5, 1.5, 5.0]> : tensor<6xf32>
    %7 = chlo.erfc %x : tensor<6xf32> -> tensor<6xf32>
    check.expect_close %7, %7, max_ulp_difference = 1 : tensor<6xf32>, tensor<6xf32>
    check.expect_almost_eq_const %7, dense<[1.9999779, 1.5204999, 1.0, 0.4795001, 0.033894854, 1.5374598e-12]> : tensor<6xf32>
    %y = stablehlo.constant dense<[-0.5, 0.0, 0.999]> : tensor<3xf32>
    %8 = chlo.erf_inv %y : tensor<3xf32> -> tensor<3xf32>
    check.expect_almost_eq_const %8, dense<[-0.47693628, 0.0, 2.3267537]> : tensor<3xf32>
    %values, %positions = chlo.top_k(%x, k = 2) : tensor<6xf32> -> (tensor<2xf32>, tensor<2xi32>)
    check.expect_eq_const %positions, dense<[5, 4]> : tensor<2xi32>
    %image = stablehlo.constant dense<1.0> : tensor<1x4x4x1xf32>
    %kernel = stablehlo.constant dense<1.0> : tensor<3x3x1x1xf32>
    %9 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x2x2x1xf32>
    check.expect_eq_const %9, dense<[[[[4.0], [6.0]], [[6.0], [9.0]]]]> : tensor<1x2x2x1xf32>
    %10 = "stablehlo.reduce_window"(%image, %init) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %20 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %20 : tensor<f32>
    }) : (tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x2x2x1xf32>
    check.expect_eq_const %10, dense<4.0> : tensor<1x2x2x1xf32>
    %11 = stablehlo.reduce_precision %x, format = e5m2 : tensor<6xf32>
    check.expect_eq_const %11, dense<[-3.0, -0.5, 0.0, 0.5, 1.5, 5.0]> : tensor<6xf32>
    "func.return"(%arg0) : (tensor<2x2xf32>) -> ()
  }) : () -> ()
}) : () -> ()
